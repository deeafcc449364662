/** The sentence that was open last in each project, so that work goes on where it stopped. */

const key = (project: number) => `karat.item.${project}`;

export function rememberItem(project: number, item: number): void {
  try {
    localStorage.setItem(key(project), String(item));
  } catch {
    // Without storage the first open sentence is shown next time.
  }
}

export function lastItem(project: number): number | null {
  try {
    return Number(localStorage.getItem(key(project))) || null;
  } catch {
    return null;
  }
}
