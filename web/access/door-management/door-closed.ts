// The address of the page below the sheet of a door: what the sheet has in the address is over with it.
import { type To, useLocation } from 'react-router'

/** `home`: the page's own address, without the door. */
export const useDoorClosed = (home: string): To => {
  const query = new URLSearchParams(useLocation().search)
  query.delete('ask')
  query.delete('tab')
  return { pathname: home, search: query.toString() }
}
