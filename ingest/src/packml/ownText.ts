/**
 * The beginning of a text, as a text of its own: the engine keeps a whole text for the sake of a part of it, and what is remembered of
 * a machine would be as large as its longest messages.
 */
export const ownText = (text: string, characters: number): string =>
  text.length <= characters ? text : Buffer.from(text.slice(0, characters)).toString()
