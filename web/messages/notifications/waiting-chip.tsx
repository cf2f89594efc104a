// How many have come above what is being read: pressed, they are shown.
import { Icon } from '../../ui/primitives/icon.tsx'

interface WaitingChipProps {
  readonly waiting: number
  readonly onShow: () => void
}

export const WaitingChip = ({ waiting, onShow }: WaitingChipProps) =>
  waiting > 0 && (
    <div className="sticky top-0 z-1 grid h-0 justify-center" data-waiting>
      <button
        type="button"
        className="mt-2 inline-flex h-[32px] cursor-pointer items-center gap-1 rounded-[999px] border border-primary-text bg-surface px-3 py-0 font-semibold text-primary-text [box-shadow:0_2px_8px_rgb(0_0_0_/_25%)] pointer-coarse:min-h-touch"
        onClick={onShow}
      >
        <Icon name="up" /> {waiting} new
      </button>
    </div>
  )
