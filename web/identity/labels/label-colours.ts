// The colours offered for labels: apart from each other for most eyes, and each with a name.
export const labelColours: readonly { readonly name: string; readonly colour: string }[] = [
  { name: 'Slate', colour: '#64748B' },
  { name: 'Red', colour: '#B91C1C' },
  { name: 'Orange', colour: '#C2410C' },
  { name: 'Amber', colour: '#F59E0B' },
  { name: 'Lime', colour: '#84CC16' },
  { name: 'Green', colour: '#15803D' },
  { name: 'Teal', colour: '#0F766E' },
  { name: 'Sky', colour: '#7DD3FC' },
  { name: 'Blue', colour: '#1D4ED8' },
  { name: 'Violet', colour: '#6D28D9' },
  { name: 'Pink', colour: '#F9A8D4' },
  { name: 'Black', colour: '#111827' },
]
