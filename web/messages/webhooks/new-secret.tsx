// A secret that is shown once.
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'

export const NewSecret = ({ secret }: { readonly secret: string }) => (
  <div className="grid gap-3 rounded border border-line bg-sunken p-4 [&_code]:text-md [&_code]:wrap-anywhere">
    <p>With this secret the program checks that what it gets is from here. How stands in docs/webhooks.md.</p>
    <code>{secret}</code>
    <div className="flex flex-wrap items-center gap-2">
      <CopyButton text={secret} label="Copy the secret" />
    </div>
    <p className="flex gap-2 font-[550] text-warning [&_svg]:mt-[0.2em]">
      <Icon name="warning" />
      <span>Keep it now: it is not shown again.</span>
    </p>
  </div>
)
