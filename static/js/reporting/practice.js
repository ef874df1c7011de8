// The practice game has the keys of the real page, and nothing else of it.

import { dress } from "./keypad.js";

dress(document);
