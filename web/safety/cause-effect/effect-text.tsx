// An effect in words: which alarms, and what they switch.
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import { causeText, effectText, timeText } from './effect-words.ts'
import type { EffectChoices } from './use-effect-choices.ts'

export const EffectText = ({ effect, nameOf }: { readonly effect: Effect } & Pick<EffectChoices, 'nameOf'>) => {
  const times = timeText(effect)
  return (
    <>
      <p>{causeText(effect, nameOf)}</p>
      <p>
        <strong>{effectText(effect, nameOf)}</strong> on{times === null ? '' : `, ${times}`}
      </p>
    </>
  )
}
