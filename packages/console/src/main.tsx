import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme, firstTheme } from "./state/preferences.ts";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/boards.css";
import "./styles/dialogs.css";
import "./styles/forms.css";

applyTheme(firstTheme());
render(<App />, document.getElementById("console")!);
