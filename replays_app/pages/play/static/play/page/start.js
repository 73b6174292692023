/** Starts the battle page. */

import { listen } from "./controls.js";
import { FightPage } from "./page.js";
import { byId } from "../../darkseas/kit/dom.js";

const page = new FightPage(byId("fight"));
listen(page);
page.queue(() => page.open());
