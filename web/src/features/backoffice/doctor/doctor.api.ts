import { doctorCalls } from '@lapak/contract/backoffice/doctor'
import { useMutation } from '@tanstack/react-query'
import { submit } from '#lib/api.ts'

/** On demand, since it asks every service; its result is shown, not kept. */
export const useDoctor = () => useMutation({ mutationFn: () => submit(doctorCalls.run, {}), meta: { shownInPlace: true } })
