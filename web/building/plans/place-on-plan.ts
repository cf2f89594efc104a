// Where something lies on a plan, for its style: shares of the picture, and the way it looks.
import type { Spot } from '@gatehouse/contract/building/plans'
import type { CSSProperties } from 'react'

export const placeOnPlan = ({ x, y, rotation }: Pick<Spot, 'x' | 'y' | 'rotation'>): CSSProperties => ({
  '--across': x,
  '--down': y,
  '--turn': `${rotation}deg`,
})
