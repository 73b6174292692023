/** Starts the umpire's page. */

import { listen } from "./controls.js";
import { UmpirePage } from "./umpire_page.js";
import { byId } from "../../darkseas/kit/dom.js";

const page = new UmpirePage(byId("fight"));
listen(page);
page.queue(() => page.open());
