// How well a text is read on a colour, after WCAG 2.

/** From 1 (the same) to 21 (black on white); 4.5 is what text needs. */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Black or white, whichever is read better on a colour: at least 4.58 on any. */
export const inkOn = (colour: string): '#000000' | '#ffffff' =>
  contrast(colour, '#000000') >= contrast(colour, '#ffffff') ? '#000000' : '#ffffff'

/** `#RRGGBB` */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
