/** Lets node find scripts as a browser does, for which all static folders are one. */

import { register } from "node:module";

register("./tools/static_resolution.js", import.meta.url);
