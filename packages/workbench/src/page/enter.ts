import "./enter.css";

/**
 * Takes the one-time ticket out of the address and hands it in as a form. It stands after the `#`, which browsers send
 * to nobody; once it is used, it is worth nothing.
 */
const ticket = location.pathname === "/enter" ? location.hash.slice(1) : "";
const form = document.querySelector("form");
const input = document.querySelector("input");
if (ticket !== "" && form && input) {
  history.replaceState(null, "", location.pathname);
  input.value = ticket;
  form.submit();
}
