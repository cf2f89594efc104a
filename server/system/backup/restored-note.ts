// That a building was got back from a backup goes on its record, by the first start after it: whoever reads the record there
// may know what it is that follows.
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AuditLog } from '../../record/activity/activity.ts'
import { clock } from '../../kit/clock.ts'

const name = 'restored.json'
const note = z.object({ asOf: z.iso.datetime(), at: z.iso.datetime(), file: z.string() })

export const leaveNote = (folder: string, asOf: string, file: string): Promise<void> =>
  writeFile(join(folder, name), JSON.stringify({ asOf, at: clock.iso(), file } satisfies z.output<typeof note>), {
    mode: 0o600,
  })

/** Does nothing where there was no restore. */
export const recordRestore = async (dataDir: string, record: AuditLog): Promise<void> => {
  const path = join(dataDir, name)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const { asOf, at, file } = note.parse(JSON.parse(text))
  await record({
    companyId: null,
    userId: null,
    actor: 'Gatehouse',
    action: 'system.restored',
    subject: asOf,
    input: {},
    after: { asOf, at, file },
    status: 200,
    address: 'local',
    correlationId: randomUUID(),
  })
  await rm(path)
}
