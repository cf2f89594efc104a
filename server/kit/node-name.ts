// What a node calls itself where several could be taken for each other: its machine, and what its data folder says.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** The same after a restart, and different for every data folder, on one machine too. */
export const nodeName = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'node.id')
  await writeFile(file, randomBytes(4).toString('hex'), { flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return `${hostname()}-${(await readFile(file, 'utf8')).trim()}`
}
