// How many items make a list so long that what is out of sight should not be drawn.
const manyItems = 120

export const isMany = (items: readonly unknown[]): boolean => items.length > manyItems
