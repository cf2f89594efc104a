// The pictures that lie ready are those of the drawings, and every device of the buildings stands on one.
import { createHash } from 'node:crypto'
import { planSvg } from '@gatehouse/demo/plan-drawing'
import { devicesOf } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import { expect, test } from 'vitest'
import { readManifest, readPictures } from './drawn-plans.ts'

const drawings = worlds.flatMap((world) => Object.entries(world.plans ?? {}))

test('each drawing has its pictures: draw them again with `node server/system/demo/draw-plans.ts`', async () => {
  const manifest = await readManifest()
  expect(Object.keys(manifest)).toEqual(drawings.map(([key]) => key))
  for (const [key, plan] of drawings) {
    expect(manifest[key]?.of, key).toBe(createHash('sha256').update(planSvg(plan)).digest('hex'))
    const { large, small } = await readPictures(key)
    for (const bytes of [large, small]) expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  }
})

test('every device stands on the plan of its floor, and on no other', () => {
  for (const world of worlds) {
    if (!world.plans) continue
    const placed = Object.entries(world.plans).flatMap(([floor, { devices }]) =>
      Object.keys(devices).map((key) => `${floor} ${key}`),
    )
    expect(placed.sort()).toEqual(
      devicesOf(world)
        .map((d) => `${d.floor} ${d.key}`)
        .sort(),
    )
    for (const { width, height, devices } of Object.values(world.plans))
      for (const [x, y] of Object.values(devices)) {
        expect(x > 0 && x < width && y > 0 && y < height).toBe(true)
      }
  }
})
