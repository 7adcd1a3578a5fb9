import "./enter.css";

/**
 * Takes the one-time ticket out of the address and hands it in as a form. It stands after the `#`, which browsers send
 * to nobody; once it is used, it is worth nothing.
 */
const ticket = location.pathname === "/enter" ? location.hash.slice(1) : "";
if (ticket !== "") history.replaceState(null, "", location.pathname);

const form = document.querySelector("form");
const input = document.querySelector("input");
if (ticket !== "" && form && input) {
  input.value = ticket;
  form.submit();
} else {
  const message = document.querySelector("#message");
  message?.replaceChildren(
    "This page opens with a link. In the folder of the project: ",
    code("idebridge workbench"),
  );
}

function code(text: string): HTMLElement {
  const element = document.createElement("code");
  element.textContent = text;
  return element;
}
