// A moment: relative when recent, exact on hover and focus.
import { useWhen } from '../../kit/time.ts'

export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} data-tip={`|${at}`}>
    {useWhen(at)}
  </time>
)
