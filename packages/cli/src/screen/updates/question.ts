import type { KeyInput, PasteInput } from "../../terminal/input.ts";
import type { Choice, Question, ScreenState } from "../screenState.ts";
import { type Step, step } from "../step.ts";
import { searchFor } from "./searchInDiff.ts";
import { rejectFile, sendDecision } from "./sendDecision.ts";
import { quit, revertRow } from "./updateList.ts";

/** A question takes every key until it is answered. */
export function updateQuestion(state: ScreenState, question: Question, input: KeyInput | PasteInput): Step {
  const isKey = input.type === "key";
  if (isKey && state.options.keys.actionFor(input.key, "list") === "quit") {
    return quit(state);
  }
  if (isKey && input.key === "esc") return step({ ...state, question: undefined });
  if (question.kind === "choice") {
    const choice = isKey ? question.choices.find(({ key }) => key === input.key) : undefined;
    if (choice) return answerChoice(state, choice);
    return step(isKey ? { ...state, question: { ...question, missed: input.key } } : state);
  }
  if (isKey && input.key === "enter") return answerText({ ...state, question: undefined }, question);
  const edited = isKey ? typed(question, input.key) : inserted(question, input.text.replace(/\s+/g, " "));
  return step({ ...state, question: edited });
}

export function answerChoice(asked: ScreenState, { does }: Choice): Step {
  const state = { ...asked, question: undefined };
  switch (does.type) {
    case "cancel":
      return step(state);
    case "leave":
      return step(state, { type: "leave", how: does.how });
    case "send":
      return state.diff ? sendDecision(state, state.diff, does.undecided) : step(state);
    case "reject":
      return state.diff ? rejectFile(state, state.diff, undefined) : step(state);
    case "revert":
      return revertRow(state, does.id);
  }
}

type TextQuestion = Extract<Question, { kind: "text" }>;

function answerText(state: ScreenState, { about, text }: TextQuestion): Step {
  if (!state.diff) return step(state);
  if (about === "search") return step(searchFor(state, state.diff, text));
  return rejectFile(state, state.diff, text.trim() === "" ? undefined : text.trim());
}

function typed(question: TextQuestion, key: string): TextQuestion {
  const { text, cursor } = question;
  const at = (place: number, value = text): TextQuestion => ({ ...question, text: value, cursor: place });
  switch (key) {
    case "left":
      return at(Math.max(0, cursor - lengthBefore(text, cursor)));
    case "right":
      return at(Math.min(text.length, cursor + (text.codePointAt(cursor)! > 0xffff ? 2 : 1)));
    case "home":
    case "ctrl+a":
      return at(0);
    case "end":
    case "ctrl+e":
      return at(text.length);
    case "backspace": {
      const from = Math.max(0, cursor - lengthBefore(text, cursor));
      return at(from, text.slice(0, from) + text.slice(cursor));
    }
    case "delete":
      return at(
        cursor,
        text.slice(0, cursor) + text.slice(cursor + (text.codePointAt(cursor)! > 0xffff ? 2 : 1)),
      );
    case "ctrl+u":
      return at(0, text.slice(cursor));
    case "ctrl+w": {
      const kept = text.slice(0, cursor).replace(/\S*\s*$/, "");
      return at(kept.length, kept + text.slice(cursor));
    }
    case "space":
      return inserted(question, " ");
  }
  return [...key].length === 1 ? inserted(question, key) : question;
}

function inserted(question: TextQuestion, added: string): TextQuestion {
  const { text, cursor } = question;
  return {
    ...question,
    text: text.slice(0, cursor) + added + text.slice(cursor),
    cursor: cursor + added.length,
  };
}

function lengthBefore(text: string, cursor: number): number {
  return (text.charCodeAt(cursor - 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}
