// What one may change about oneself.
import { firstNameRule, lastNameRule } from '@gatehouse/contract/identity/account-rules'
import type { User } from '@gatehouse/contract/identity/auth'
import { messages, update } from '@gatehouse/contract/identity/profile'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { useDraft } from '../../kit/data/draft.ts'
import { takeSaved } from '../../kit/data/take-saved.ts'
import { CountryInput } from '../../ui/forms/country-input.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { useFormAttempt } from '../../ui/forms/use-form-attempt.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { keepUser } from './keep-user.ts'
import { changesIn, countryRuleFor, displayNameRule, phoneRuleFor, profileFieldsOf } from './profile-fields.ts'

export const ProfileForm = ({ user }: { readonly user: User }) => {
  const before = profileFieldsOf(user)
  const form = useForm({ defaultValues: before })
  const draft = useDraft(form, 'profile')
  const { control, formState } = form
  const { failure, submit } = useFormAttempt(
    form,
    async (fields) => {
      const answer = await call(update, changesIn(fields, before))
      await keepUser(answer.user)
      if (takeSaved(form, fields, profileFieldsOf(answer.user))) draft.clear()
      else draft.goOn()
      toast('success', answer.message)
    },
    (error) => [messages.updateFailed, showFaults(form, error, '')].filter(Boolean).join(' '),
  )

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5 px-4 pt-2 pb-4">
      <DraftNotice draft={draft} />
      <FieldPair>
        <TextInput
          control={control}
          name="firstName"
          label="First name"
          autoComplete="given-name"
          required
          rule={firstNameRule}
        />
        <TextInput
          control={control}
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          required
          rule={lastNameRule}
        />
      </FieldPair>
      <TextInput
        control={control}
        name="displayName"
        label="Display name"
        autoComplete="nickname"
        rule={displayNameRule}
        help="As others see you. Left empty: first and last name."
      />
      <FieldPair>
        <TextInput
          control={control}
          name="phone"
          label="Phone"
          type="tel"
          autoComplete="tel"
          rule={phoneRuleFor(before.phone)}
        />
        <CountryInput control={control} name="country" rule={countryRuleFor(before.country)} />
      </FieldPair>
      <FormActions failure={failure} busy={formState.isSubmitting} label="Save" working="Saving…" />
    </form>
  )
}
