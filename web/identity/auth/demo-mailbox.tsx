// Where the mail that was just sent is read in demo mode.
import { Link } from 'react-router'
import { useDemo } from './use-demo.ts'

export const DemoMailbox = () =>
  useDemo()?.mailbox && (
    <p>
      Demo mode: no mail leaves this machine. Read it in the{' '}
      <Link to="/demo/mailbox" className="text-public-text">
        demo mailbox
      </Link>
      .
    </p>
  )
