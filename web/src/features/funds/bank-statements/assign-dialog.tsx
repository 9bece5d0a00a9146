import type { OwnerSuggestion } from '@lapak/contract/funds/bank-statements'
import { rupiahText } from '@lapak/contract/shared/money'
import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownersQuery, useAssignWaitingMoney } from '#features/funds/bank-statements/bank-statements.api.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { CardChoices } from '#ui/card-choices.tsx'
import { ReasonForm } from '#ui/reason-form.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { ErrorState } from '#ui/states.tsx'

interface AssignDialogProps {
  /** The id of the suspense money. */
  id: bigint
  named: string
  onClose: () => void
}

const keyOf = ({ memberid, invoice }: OwnerSuggestion) => `${memberid} ${invoice ?? ''}`

function choiceOf(one: OwnerSuggestion) {
  const { membername, memberid, invoice, nominal, owner, why } = one
  const asked = nominal === null ? '' : `, ${rupiahText(nominal)}`
  const name = invoice === null ? `${membername} (ID ${memberid})` : `${membername}, ${invoice}${asked}`
  return { key: keyOf(one), name, hint: 'memberid' in owner && invoice !== null ? `${why}. Dibuatkan tiket baru` : why }
}

/** Assigns suspense money to a waiting top-up ticket or to a member. */
export function AssignDialog({ id, named, onClose }: AssignDialogProps) {
  useRestoreFocus()
  const [search, setSearch] = useState('')
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useQuery(ownersQuery(id, search))
  // The selected owner counts only while it is listed: another search shows other choices.
  const chosen = data?.find((one) => keyOf(one) === chosenKey)
  const assigning = useAssignWaitingMoney(id)
  return (
    <Modal opened onClose={onClose} title="Jodohkan" size={520} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">{named}</Text>
        <SearchField wide value={search} label="Cari nomor tiket, nama, e-mail, telepon, atau ID member" onSearch={setSearch} />
        {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton height={96} />}
        {data?.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {search ? 'Tidak ada yang cocok. E-mail dan telepon ditulis lengkap.' : 'Tidak ada tiket yang mirip. Cari pemiliknya.'}
          </Text>
        )}
        {data && data.length > 0 && (
          <CardChoices
            name="choice"
            legend={search ? 'Hasil pencarian' : 'Mungkin milik'}
            busy={isFetching}
            choices={data.map(choiceOf)}
            chosen={chosenKey}
            onChoose={setChosenKey}
          />
        )}
        {chosen?.biaya ? <Text size="sm">Biaya topup {rupiahText(chosen.biaya)} dipotong, seperti pada tiket biasa.</Text> : null}
        <ReasonForm
          withoutAutoFocus
          submitLabel="Jodohkan"
          canSubmit={chosen !== undefined}
          send={async (description) => chosen && assigning.mutateAsync({ owner: chosen.owner, description })}
          onClose={onClose}
        />
      </Stack>
    </Modal>
  )
}
