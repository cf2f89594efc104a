// Over a log: how much is new above what is shown.
import { Icon } from '../primitives/icon.tsx'
import type { Noun } from '../tables/table-foot.tsx'

export interface News {
  readonly waiting: number
  /** No more than so many are counted. */
  readonly most: number
  readonly onShow: () => void | Promise<void>
}

interface LogNewsProps {
  readonly news: News
  readonly noun: Noun
  readonly onPress: () => void
}

export const LogNews = ({ news: { waiting, most }, noun, onPress }: LogNewsProps) => {
  if (waiting === 0) return null
  const count = waiting < most ? waiting : `${most}+`
  return (
    <button
      type="button"
      className="absolute top-[48px] left-1/2 z-2 inline-flex min-h-[36px] cursor-pointer items-center gap-1 rounded-[999px] border-0 bg-primary px-4 py-0 font-semibold whitespace-nowrap text-on-primary tabular-nums [box-shadow:0_4px_12px_rgb(0_0_0_/_20%)] [translate:-50%_0] below-md:top-2 below-md:min-h-touch"
      onClick={onPress}
    >
      <Icon name="up" /> {count} new {noun[waiting === 1 ? 0 : 1]}
    </button>
  )
}
