// The articles that come with the product: brought into a store once each, whatever becomes of them there.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { instant } from '../../db/instant.ts'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { readText } from './reading.ts'
import { addRevision, freeSlugFor } from './revisions.sql.ts'

const setting = 'articles brought'
const folder = fileURLToPath(new URL('./articles/', import.meta.url))

/**
 * They belong to the installation: who looks after it (`manage_companies`) edits and deletes them. Nobody does in a
 * demo, where they are the company's whose administrator the demo introduces.
 */
export const bringArticles = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Several nodes may start at once.
    await execute(tx)`insert into setting (key, value) values (${setting}, '[]') on conflict do nothing`
    const rows = await rowsOf<{ value: unknown }>(tx)`select value from setting where key = ${setting} for update`
    const brought = z.array(z.string()).parse(rows[0]?.value)
    const files = readdirSync(folder).filter((name) => name.endsWith('.md') && !brought.includes(name))
    if (files.length === 0) return
    for (const name of files.sort()) await bring(tx, readArticle(name))
    await execute(tx)`update setting set value = ${JSON.stringify([...brought, ...files])} where key = ${setting}`
  })

const bring = async (tx: Db, { published, ...written }: Article): Promise<void> => {
  const id = uuid()
  const slug = await freeSlugFor(tx, written.title, null)
  await execute(tx)`
    insert into article (id, company_id, slug, slug_fixed, publish_at)
    values (${id}, (select u.company_id from users u join company c on c.id = u.company_id
      where c.demo and u.email = 'admin@gatehouse.example'), ${slug}, true, least(${published}, ${instant()}))
  `
  const saver = { userId: null, name: written.author }
  const { words } = await readText(written.markdown)
  await addRevision(tx, {
    articleId: id,
    number: 1,
    written: { ...written, cover: null },
    pictureIds: [],
    words,
    saver,
  })
  await execute(tx)`update article_revision set saved_at = least(${published}, ${instant()}) where article_id = ${id}`
}

type Article = ReturnType<typeof readArticle>

const heading = z.object({
  title: z.string(),
  summary: z.string(),
  tags: z.string().transform((tags) => tags.split(', ')),
  published: z.iso.datetime(),
})

// `name: value` lines, an empty line, the text.
const readArticle = (name: string) => {
  const [head = '', ...text] = readFileSync(`${folder}${name}`, 'utf8').split('\n\n')
  const lines = head.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
  return { ...heading.parse(Object.fromEntries(lines)), author: 'Gatehouse', markdown: text.join('\n\n') }
}
