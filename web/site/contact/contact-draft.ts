// What is half written stays in this tab until it is sent, through a reload and a new deployment.
import { draftKey, dropDraft, readDraft, writeDraft } from '../../kit/data/draft-store.ts'

const key = draftKey('', '/contact', 'message')
const stored = ['name', 'email', 'company', 'message']

export const forgetWritten = (): void => dropDraft(key)

/** Puts back what was written, where nothing stands yet, and keeps what is; answers how to end that. */
export const keepWritten = (form: HTMLFormElement): (() => void) => {
  for (const [name, value] of Object.entries(readDraft(key) ?? {})) {
    const field = form.elements.namedItem(name)
    if (stored.includes(name) && isText(field) && field.value === '' && typeof value === 'string') field.value = value
  }
  const keep = () => {
    const written = new FormData(form)
    writeDraft(key, Object.fromEntries(stored.map((name) => [name, written.get(name)])))
  }
  form.addEventListener('input', keep)
  return () => form.removeEventListener('input', keep)
}

const isText = (field: unknown): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
