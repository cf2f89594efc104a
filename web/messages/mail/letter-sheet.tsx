// One letter as it looks in a mail program, and as text. Its HTML runs nothing here; its links open in this tab.
import type { Letter } from '@gatehouse/contract/messages/mail'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { fillFrame } from '../../kit/session/trusted.ts'

export const LetterSheet = ({ letter }: { readonly letter: Letter }) => {
  const [form, setForm] = useState<'html' | 'text'>('html')
  return (
    <article className="grid min-w-0 gap-3 [&_h2]:text-xl [&_h2]:wrap-anywhere" aria-labelledby="subject">
      <Link
        to="/demo/mailbox"
        className="inline-flex min-h-touch items-center justify-self-start font-semibold text-public-text from-md:hidden"
      >
        All e-mails
      </Link>
      <h2 id="subject">{letter.subject}</h2>
      <p className="wrap-anywhere text-muted">To {letter.to}</p>
      <fieldset className="m-0 flex gap-2 border-0 p-0">
        <legend className="visually-hidden">Form of the e-mail</legend>
        {(['html', 'text'] as const).map((name) => (
          <button
            key={name}
            type="button"
            className="min-h-touch cursor-pointer rounded border border-strong-line bg-transparent px-4 py-0 text-text aria-pressed:border-public-primary aria-pressed:bg-sunken aria-pressed:font-semibold aria-pressed:[box-shadow:inset_0_-2px_0_var(--public-primary)]"
            aria-pressed={form === name}
            onClick={() => setForm(name)}
          >
            {name === 'html' ? 'As it looks' : 'As text'}
          </button>
        ))}
      </fieldset>
      {form === 'html' ? (
        <Look letter={letter} />
      ) : (
        <pre className="m-0 rounded border border-line bg-surface p-4 text-sm wrap-anywhere whitespace-pre-wrap [&_a]:text-public-text">
          {linked(letter.text)}
        </pre>
      )}
    </article>
  )
}

const Look = ({ letter }: { readonly letter: Letter }) => {
  const [height, setHeight] = useState(320)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) fillFrame(frame.current, letter.html.replace('<head>', '<head><base target="_top">'))
  }, [letter.html])
  return (
    <iframe
      ref={frame}
      className="w-full rounded border border-line"
      title={`E-mail: ${letter.subject}`}
      // Of this origin, so that its height can be asked for; no scripts, so that this gives it nothing.
      sandbox="allow-same-origin allow-top-navigation-by-user-activation"
      style={{ height }}
      onLoad={({ currentTarget }) => {
        const page = currentTarget.contentDocument?.documentElement
        if (page) setHeight(page.scrollHeight)
      }}
    />
  )
}

const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, place) =>
    place % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never change
      <a key={place} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
