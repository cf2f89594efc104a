// Many members of staff at once: added, and changed.
import { type Db, execute } from '../../db/pool.ts'

export interface StaffFacts {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly job: string | null
  readonly department: string | null
}

/** Without an account, as `staff.add` does one by one. */
export const addToStaff = (tx: Db, companyId: string, people: readonly StaffFacts[]) =>
  execute(tx)`
    insert into users (id, company_id, email, first_name, last_name, job, department)
    select p.id, ${companyId}::uuid, p.email, p."firstName", p."lastName", p.job, p.department
    from json_to_recordset(${JSON.stringify(people)}) as p (id uuid, email text, "firstName" text, "lastName" text,
      job text, department text)
  `

/** What is known of them; never whose account it is. */
export const updateStaff = (tx: Db, companyId: string, people: readonly StaffFacts[]) =>
  execute(tx)`
    update users u set first_name = p."firstName", last_name = p."lastName", job = p.job, department = p.department
    from json_to_recordset(${JSON.stringify(people)}) as p (id uuid, "firstName" text, "lastName" text, job text,
      department text)
    where u.id = p.id and u.company_id = ${companyId}
  `
