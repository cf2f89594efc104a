// Up to when each building's story has been told, kept on disk so that a restart makes up for what it missed.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { worlds } from '@gatehouse/demo/worlds'
import { z } from 'zod'

const moment = z.iso.datetime()
/** One moment for all buildings, as older versions wrote it, or one for each. */
const shape = z.object({ until: z.union([moment, z.record(z.string(), moment)]) })

const fileIn = (folder: string) => join(folder, 'told.json')

/** Milliseconds UTC by the key of the company; none: never told, or not known. */
export type Bookmark = Readonly<Record<string, number>>

export const readBookmark = (folder: string): Bookmark => {
  try {
    const { until } = shape.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
    const each = typeof until === 'string' ? worlds.map(({ key }) => [key, until] as const) : Object.entries(until)
    return Object.fromEntries(each.map(([key, at]) => [key, Date.parse(at)]))
  } catch {
    return {}
  }
}

/** Buildings that are not played stay where they were. */
export const writeBookmark = (folder: string, commanded: Bookmark) => {
  const until = Object.entries({ ...readBookmark(folder), ...commanded }).map(([key, at]) => [
    key,
    new Date(at).toISOString(),
  ])
  const file = fileIn(folder)
  writeFileSync(`${file}.new`, JSON.stringify({ until: Object.fromEntries(until) }))
  renameSync(`${file}.new`, file)
}
