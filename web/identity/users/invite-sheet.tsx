// Inviting one person by mail, with the roles and labels they begin with.
import { emailRule, firstNameRule, lastNameRule } from '@gatehouse/contract/identity/account-rules'
import * as users from '@gatehouse/contract/identity/users'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { atMost } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useLabelChoices, useRoleChoices } from './giving.ts'

const nobody = {
  email: '',
  firstName: '',
  lastName: '',
  job: '',
  department: '',
  roleIds: new Array<string>(),
  labelIds: new Array<string>(),
}

export const InviteSheet = ({ closed }: { readonly closed: To }) => {
  const form = useForm({ defaultValues: nobody })
  const { control } = form
  const [roleIds, labelIds] = useWatch({ control, name: ['roleIds', 'labelIds'] })
  const roleChoices = useRoleChoices()
  const labelChoices = useLabelChoices()
  return (
    <FormSheet
      title="Invite somebody"
      subtitle="They get a mail with a link that is open for 7 days, and choose their own password."
      closed={closed}
      form={form}
      draft="invite"
      what="The invitation"
      label="Invite"
      working="Inviting…"
      send={async (fields) => {
        const email = fields.email.trim()
        await call(users.invite, { ...fields, email })
        return `An invitation is on its way to ${email}.`
      }}
    >
      <TextInput control={control} name="email" label="Email" type="email" required rule={emailRule} />
      <TextInput control={control} name="firstName" label="First name" required rule={firstNameRule} />
      <TextInput control={control} name="lastName" label="Last name" required rule={lastNameRule} />
      <TextInput control={control} name="job" label="Job" rule={atMost(120)} />
      <TextInput control={control} name="department" label="Department" rule={atMost(120)} />
      <ChoiceList
        legend="Roles"
        empty="There are no roles."
        choices={roleChoices}
        chosen={new Set(roleIds)}
        onChange={(next) => form.setValue('roleIds', [...next], { shouldDirty: true })}
      />
      <ChoiceList
        legend="Labels"
        empty="There are no labels."
        choices={labelChoices}
        chosen={new Set(labelIds)}
        onChange={(next) => form.setValue('labelIds', [...next], { shouldDirty: true })}
      />
    </FormSheet>
  )
}
