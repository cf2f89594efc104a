// Says that a form shows what was typed before the session ended.
import Button from '@mui/material/Button'
import type { Draft } from '../../kit/data/draft.ts'
import { Icon } from '../primitives/icon.tsx'

export const DraftNotice = ({ draft }: { readonly draft: Pick<Draft, 'restored' | 'discard'> }) =>
  draft.restored ? (
    <output className="flex items-center gap-3 rounded border border-information px-3 py-2 text-sm text-information [&_button]:ms-auto [&_button]:flex-none">
      <Icon name="information" size="medium" />
      <span>What you had typed here is back. It has not been saved yet.</span>
      <Button size="small" onClick={draft.discard}>
        Start over
      </Button>
    </output>
  ) : null
