// The page of a form by which somebody registers: once it is sent, what to do with the mail that came of it.
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { AuthPage } from '../auth-page.tsx'
import { CheckMail } from '../check-mail.tsx'
import { Form } from '../form.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { nobody, type Registration } from './person-fields.tsx'

interface RegistrationPageProps {
  readonly title: string
  readonly lead: string
  /** The ways to other pages, where one is sent by mistake. */
  readonly below: ReactNode
  /** `Register`; and while it is on its way: `Registering…`. */
  readonly label: string
  readonly working: string
  readonly timeZone?: string
  readonly send: (values: Registration) => Promise<{ readonly message: string }>
  readonly onFailure?: (error: unknown) => void
  /** What stands below the form. */
  readonly after?: ReactNode
  readonly children: (form: UseFormReturn<Registration>) => ReactNode
}

export const RegistrationPage = (props: RegistrationPageProps) => {
  const { title, lead, below, label, working, timeZone = '', send, onFailure = () => {}, after, children } = props
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const registering = useAuthForm<Registration>({
    defaultValues: { ...nobody, timeZone },
    send: async (values) => {
      const { message } = await send(values)
      setSent({ text: message, email: values.email.trim() })
    },
    onFailure,
  })
  return (
    <AuthPage title={title} lead={sent ? undefined : lead} below={below}>
      {sent ? (
        <CheckMail {...sent} />
      ) : (
        <>
          <Form of={registering} label={label} working={working}>
            {children(registering.form)}
          </Form>
          {after}
        </>
      )}
    </AuthPage>
  )
}

export const haveAccount = (
  <p>
    Have an account? <Link to="/signin">Sign in</Link>
  </p>
)

export const joinInstead = (
  <p>
    Your company uses Gatehouse? <Link to="/user/register">Join it</Link>
  </p>
)

export const registerInstead = (
  <p>
    Your company is new here? <Link to="/company/register">Register it</Link>
  </p>
)
