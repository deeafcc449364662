/** Short messages at the foot of the page. */

export interface Message {
  id: number;
  text: string;
  tone: "information" | "success" | "danger";
}

export const messages = $state<Message[]>([]);

let last = 0;

/** Show a message; errors stay until they are closed, others for six seconds. */
export function notify(text: string, tone: Message["tone"] = "information"): void {
  if (messages.some((message) => message.text === text)) return;
  const id = ++last;
  messages.push({ id, text, tone });
  if (tone !== "danger") setTimeout(() => dismiss(id), 6000);
}

export function dismiss(id: number): void {
  const index = messages.findIndex((message) => message.id === id);
  if (index >= 0) messages.splice(index, 1);
}
