// How a driver answers its questions: a line of JSON each, until there are no more.
import { createInterface } from "node:readline";

const withText = (_, value) => (typeof value === "bigint" ? String(value) : value);

/**
 * Answers with what the function of a question's name gives for its values, or with the error by which it refuses.
 * `plain` gives JSON what it hasn't; `before` comes before each question.
 */
export async function answerAll(answers, { plain = withText, before = () => {} } = {}) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { question, ...values } = JSON.parse(line);
    before();
    let answer;
    try {
      answer = { value: await answers[question](values) };
    } catch (error) {
      answer = { error: error.kind ?? "bug", message: error.message, detail: error.detail ?? error.stack };
    }
    process.stdout.write(`${JSON.stringify(answer, plain)}\n`);
  }
}
