// How a driver answers its questions: a line of JSON each, until there are no more.
import { createInterface } from "node:readline";

const withText = (_, value) => (typeof value === "bigint" ? String(value) : value);

/**
 * Answers with the result of the function named by a question, or with the error that it throws.
 * `plain` converts types that JSON lacks; `before` runs before each question.
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
