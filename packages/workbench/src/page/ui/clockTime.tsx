/** When something was: the time of day, with the date when it was not today. */
export function ClockTime({ at }: { readonly at: string }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {isToday ? time : `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`}
    </time>
  );
}
