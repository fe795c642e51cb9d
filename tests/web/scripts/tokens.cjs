// Reads pairs of scripts as JSON and says where their tokens differ: by the parser that node itself has for its prompt.
"use strict";

const acorn = require("internal/deps/acorn/acorn/dist/acorn");

const tokens = (text) => {
  const found = [];
  // A parse, not a mere reading of tokens: only that tells patterns from divisions for sure.
  const onToken = ({ type, value, loc }) => found.push(JSON.stringify([type.label, String(value?.pattern ?? value), loc.start.line]));
  acorn.parse(text, { ecmaVersion: "latest", sourceType: "module", onToken, locations: true });
  return found;
};

let text = "";
process.stdin.on("data", (data) => (text += data));
process.stdin.on("end", () => {
  const differing = JSON.parse(text).filter(([, one, other]) => {
    const [a, b] = [tokens(one), tokens(other)];
    return a.length !== b.length || a.some((token, place) => token !== b[place]);
  });
  process.stdout.write(JSON.stringify(differing.map(([name]) => name)));
});
