/** How numbers are written on the page. */

/** A share or score: .731, 1.000, or — where it is undefined. */
export function score(value: number | null | undefined): string {
  if (value === null || value === undefined) return "—";
  return value.toFixed(3).replace(/^(-?)0\./, "$1.");
}

/** An interval behind its value: [.702, .760]. */
export function interval(low: number | null | undefined, high: number | null | undefined): string {
  return low === null || low === undefined || high === null || high === undefined
    ? ""
    : `[${score(low)}, ${score(high)}]`;
}

/** A duration: 45 s, 3 min 20 s, 48 min, 2 h 5 min. */
export function duration(milliseconds: number | null | undefined): string {
  if (milliseconds === null || milliseconds === undefined) return "—";
  const exact = Math.round(milliseconds / 1000);
  const seconds = exact < 600 ? exact : Math.round(exact / 60) * 60;
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  if (minutes > 0) return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
  return `${rest} s`;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

/** "1 sentence", "3 sentences". */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** A word or phrase with a capital letter in front. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Active time for each item that somebody has begun with; those that are done are not among the started ones. */
export function timeForEach(row: { started: number; done: number; active_ms: number }): number | null {
  const begun = row.started + row.done;
  return begun > 0 ? row.active_ms / begun : null;
}
