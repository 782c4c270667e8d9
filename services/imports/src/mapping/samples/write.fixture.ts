import { writeFileSync } from "node:fs";
import { filesUrl, samples } from "./samples.fixture.ts";

for (const { file, bytes } of samples) writeFileSync(new URL(file, filesUrl), bytes);
