// Moving through a row or a column of things with the keyboard.

/** Which one a key leads to, from the one that has the focus (-1: none); null: the key is about something else. */
export const indexAfter = (key: string, index: number, count: number, way: 'across' | 'down'): number | null => {
  if (count === 0) return null
  const [forward, back] = way === 'across' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp']
  if (key === forward) return (index + 1) % count
  if (key === back) return (Math.max(index, 0) + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
