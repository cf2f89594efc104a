// What went wrong with the whole of a form or dialog, said at once.
import { Icon } from '../primitives/icon.tsx'

/** Its place is there before, so that readers hear what comes into it. */
export const Failure = ({ text }: { readonly text: string | null }) => (
  <div
    role="alert"
    className="flex items-start gap-2 font-[550] wrap-anywhere text-critical empty:hidden [&_svg]:mt-[0.2em] [&_svg]:flex-none"
  >
    {text !== null && text !== '' && (
      <>
        <Icon name="critical" /> <span>{text}</span>
      </>
    )}
  </div>
)
