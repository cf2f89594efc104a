// Writing to whoever answers for this installation.
import { Link } from '../../kit/place.tsx'
import type { Head } from '../../kit/public-page.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact.module.css'
import { headOf } from '../frame/page-head.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Block } from '../sections/block.tsx'

export const head = (): Head =>
  headOf({
    title: 'Contact: write to the people behind it',
    description:
      'Ask about trying Gatehouse, connecting devices, or security. Your message goes to the people who run this installation; no third party sees it.',
    trail: [{ to: '/contact', name: 'Contact' }],
  })

export const Page = () => (
  <PublicFrame>
    <div className={styles.page}>
      <div className={styles.words}>
        <h1>Write to us</h1>
        <p>
          A question about your building, a device that you would like to connect, something that does not work: the
          people who run this installation read it and answer by mail.
        </p>
        <p>Often the answer is here already:</p>
        <ul className="grid justify-items-start text-[1.0625rem]">
          {here.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-touch items-center text-public-text">
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <noscript>
          <p className="rounded border border-warning p-4 text-lg! text-text!">
            This form needs JavaScript: your browser does a small piece of work for each message, so that no third party
            has to judge whether you are a person. Please turn it on for this page, or use another browser.
          </p>
        </noscript>
      </div>
      <ContactForm />
    </div>
    <Block title="What becomes of it" rows={afterwards} />
  </PublicFrame>
)

const here = [
  { to: '/dashboardtabs', label: 'What it looks like: the live tour' },
  { to: '/products/smart-things', label: 'Whether a device can be connected' },
  { to: '/products/cybersecurity', label: 'What is promised about security, and what is not' },
] as const

const afterwards = {
  'It is kept': 'In the database of this installation, for 400 days, with the network address it came from.',
  'It is mailed': 'To whoever answers here. Their answer comes from a person’s mailbox to the address you give.',
  'No receipt':
    'Nothing is sent to the address by itself: otherwise this form could be used to write to strangers in your name.',
  'A weakness in security':
    'Tell us what it opens before how. If your finding is urgent and others could use it, ask for a private channel first.',
}
