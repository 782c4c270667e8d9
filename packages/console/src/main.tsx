import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme, firstTheme } from "./state/preferences.ts";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/boards.css";
import "./styles/dialogs.css";

applyTheme(firstTheme());
render(<App />, document.getElementById("console")!);
