/** Starts the battle page at a table. */

import { TablePage } from "./table_page.js";
import { listen } from "../page/controls.js";
import { byId } from "../../darkseas/kit/dom.js";

const page = new TablePage(byId("fight"));
listen(page);
page.queue(() => page.open());
