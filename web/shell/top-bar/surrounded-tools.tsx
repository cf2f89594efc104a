// The tools of the signed-in where nothing of the application is around them: on public pages.
import '../../ui/theme/utilities.css'
import { SignedInTools } from './signed-in-tools.tsx'
import { Surroundings } from '../surroundings.tsx'

export const SurroundedTools = () => (
  <Surroundings>
    <SignedInTools />
  </Surroundings>
)
