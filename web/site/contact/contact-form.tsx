// The form of the contact page. Its fields keep what is typed themselves: no answer of the server can lose it.
import * as contact from '@gatehouse/contract/site/contact'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePlace } from '../../kit/place.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { forgetWritten, keepWritten } from './contact-draft.ts'
import { Choice, Field } from './contact-field.tsx'
import styles from './contact.module.css'
import { checked, type Faults, type Typed } from './contact-rules.ts'
import type { Sending } from './contact-sending.ts'

interface Arrived {
  readonly text: string
  readonly email: string
}

export const ContactForm = () => {
  const [sent, setSent] = useState<Arrived | null>(null)
  return sent ? <Sent {...sent} again={() => setSent(null)} /> : <Form arrived={setSent} />
}

const Form = ({ arrived }: { readonly arrived: (sent: Arrived) => void }) => {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef<Promise<Sending> | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Sent by the browser alone, it would stand in the address and reach nobody.
  const ready = useSyncExternalStore(never, yes, no)
  const about = new URLSearchParams(usePlace().search).get('about') ?? ''

  useEffect(() => {
    const { current } = form
    const prepare = () => void begin(sending).then(({ prepare: work }) => work(), noSending)
    current?.addEventListener('focusin', prepare, { once: true })
    return () => current?.removeEventListener('focusin', prepare)
  }, [])
  useEffect(() => (form.current ? keepWritten(form.current) : undefined), [])

  const show = (found: Faults, text: string | null) => {
    setFaults(found)
    setFailure(text)
    const first = [...(form.current?.elements ?? [])].find((field) => 'name' in field && String(field.name) in found)
    if (first instanceof HTMLElement) first.focus()
  }

  const send = async (typed: Typed) => {
    const found = checked(typed)
    if (Object.keys(found).length > 0) return show(found, null)
    setBusy(true)
    show({}, null)
    const answer = await begin(sending)
      .then(({ send: deliver }) => deliver(typed))
      .catch(() => ({ faults: {}, failure: contact.messages.unsent }))
    setBusy(false)
    if (!('sent' in answer)) return show(answer.faults, answer.failure)
    forgetWritten()
    arrived({ text: answer.sent, email: typed.email.trim() })
  }

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = (name: string) => textOf(new FormData(event.currentTarget).get(name))
    const topic = text('topic')
    if (busy) return
    void send({
      name: text('name'),
      email: text('email'),
      company: text('company'),
      topic: isTopic(topic) ? topic : 'other',
      message: text('message'),
      website: text('website'),
    })
  }

  const field = (name: keyof Typed) => ({ name, fault: faults[name] })
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <div role="alert">
        {failure !== null && (
          <p className="mb-3 flex items-start gap-2 rounded border border-critical p-3 text-lg font-[550] text-critical">
            <Icon name="critical" size="medium" />
            {failure}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-4">
        <Field {...field('name')} label="Name" autoComplete="name" />
        <Field {...field('email')} label="Email" type="email" autoComplete="email" inputMode="email" />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-4">
        <Field {...field('company')} label="Company (optional)" autoComplete="organization" />
        <Choice {...field('topic')} label="About" choices={contact.topics} begin={isTopic(about) ? about : 'product'} />
      </div>
      <Field
        {...field('message')}
        label="Message"
        help={`${contact.shortestMessage} to ${contact.longestMessage.toLocaleString('en')} characters.`}
        long
      />
      {/* For programs that fill in whatever there is; people neither see nor reach it. */}
      <p className="absolute h-px w-px overflow-hidden whitespace-nowrap [clip-path:inset(50%)]" aria-hidden="true">
        <label htmlFor="website">Website</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <button
        type="submit"
        className={styles.submit}
        disabled={!ready}
        aria-disabled={busy}
        data-busy={busy || undefined}
      >
        {busy ? 'Sending…' : 'Send message'}
      </button>
      <output className="visually-hidden">{busy ? 'Sending…' : ''}</output>
    </form>
  )
}

const Sent = ({
  text,
  email,
  again,
}: {
  readonly text: string
  readonly email: string
  readonly again: () => void
}) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} className={styles.sent} tabIndex={-1}>
      <h2 className="flex items-center gap-3 text-[1.375rem] tracking-[-0.015em]">
        <Icon name="normal" size="large" className="text-normal" />
        {text}
      </h2>
      <p>
        It has been handed to the people who answer here. You will hear from a person, at{' '}
        <strong className="text-text">{email}</strong>; nothing is sent there by itself. If that address is wrong, write
        again with the right one.
      </p>
      <button
        type="button"
        className="min-h-touch cursor-pointer rounded border border-strong-line bg-transparent px-5 py-0 text-lg font-semibold text-text"
        onClick={again}
      >
        Write another message
      </button>
    </div>
  )
}

/** What sends, fetched once; again where it did not arrive. */
const begin = (held: RefObject<Promise<Sending> | null>): Promise<Sending> => {
  const asked = (held.current ??= import('./contact-sending.ts').then(({ createSending }) => createSending()))
  asked.catch(() => (held.current = null))
  return asked
}

const noSending = () => {}

const never = () => () => {}
const yes = () => true
const no = () => false

const textOf = (given: unknown): string => (typeof given === 'string' ? given : '')

const isTopic = (value: string): value is contact.Topic => Object.hasOwn(contact.topics, value)
