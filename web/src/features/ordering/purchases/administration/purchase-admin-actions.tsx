import {
  type AdminPurchaseDetail,
  type LineResult,
  type PurchaseAct,
  purchaseActs,
  purchaseState,
} from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconRefreshDot } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { actionsForState, actionTexts } from '#features/ordering/purchases/administration/act-labels.ts'
import { CheckResults } from '#features/ordering/purchases/administration/check-results.tsx'
import { useCheckPurchases, useForcePurchase } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import link from '#ui/text-link.module.css'

/** Renders the form for a decision about another administrator's request. */
export type RenderDecisionForm = (id: bigint, about: string) => ReactNode

interface ActionsProps {
  trx: AdminPurchaseDetail
  decide: RenderDecisionForm
}

/** The actions that this administrator can take now, or the reason why there are none. */
export function PurchaseAdminActions({ trx, decide }: ActionsProps) {
  const [asked, setAsked] = useState<{ act: PurchaseAct; seen: AdminPurchaseDetail }>()
  const [checked, setChecked] = useState<LineResult[]>()
  const check = useCheckPurchases(setChecked)
  const possible = actionsForState(trx.transactionrc)
  const acts = trx.decision || trx.own ? [] : possible
  const pending = trx.transactionrc === purchaseState.pending
  return (
    <Stack gap="xs">
      {(pending || acts.length > 0) && (
        <Group gap="xs">
          {pending && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconRefreshDot size={18} aria-hidden />}
              loading={check.isPending}
              onClick={() => check.mutate([trx.id])}
            >
              Cek ulang
            </Button>
          )}
          {acts.map((act) => (
            <Button
              key={act}
              size="sm"
              variant={actionTexts[act].danger ? 'default' : 'filled'}
              onClick={() => setAsked({ act, seen: trx })}
            >
              {actionTexts[act].label}
            </Button>
          ))}
        </Group>
      )}
      {checked && <CheckResults of={checked} onClose={() => setChecked(undefined)} />}
      {trx.decision && <DecisionAsked trx={trx} decision={trx.decision} decide={decide} />}
      {!trx.decision && trx.own && possible.length > 0 && (
        <Text size="sm" c="dimmed">
          Transaksi Anda sendiri harus diputuskan admin lain.
        </Text>
      )}
      {asked && <ForceDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  )
}

interface DecisionProps {
  trx: AdminPurchaseDetail
  decision: NonNullable<AdminPurchaseDetail['decision']>
  decide: RenderDecisionForm
}

/** The request of the first administrator, and the form for the second administrator's decision. */
function DecisionAsked({ trx, decision: { id, status, askedby, reason, own }, decide }: DecisionProps) {
  const act = actionsForState(trx.transactionrc).find((one) => purchaseActs[one].to === status)
  const actLabel = act ? actionTexts[act].label : 'Ubah status'
  return (
    <Stack gap="xs">
      <Link to="/persetujuan" className={link.link}>
        {waitsForSecond}
      </Link>
      <Text size="sm">
        {askedby} meminta: {actLabel}. {reason}
      </Text>
      {!own && !trx.own && decide(id, `${actLabel} transaksi ${trx.id}, ${rupiahText(trx.sellprice)}, ${trx.membername}`)}
    </Stack>
  )
}

interface ForceDialogProps {
  act: PurchaseAct
  /** The purchase as the administrator saw it when pressing the button: the decision is about that state. */
  seen: AdminPurchaseDetail
  onClose: () => void
}

/** Changes the state of one purchase with a reason. Nothing is sent before the confirmation. */
function ForceDialog({ act, seen, onClose }: ForceDialogProps) {
  const { label, danger = false, beware, question } = actionTexts[act]
  const forcing = useForcePurchase()
  const { field, formProps, busy, unsent } = useServerForm({
    initialValues: { serialnumber: '', description: '' },
    validate: { description: reasonError },
    beforeSend: () => isConfirmed({ question: question(seen), danger }),
    send: ({ serialnumber, description }) =>
      forcing.mutateAsync({
        id: Number(seen.id),
        status: purchaseActs[act].to,
        transactionrc: purchaseActs[act].from,
        description: description.trim(),
        ...(serialnumber.trim() && { serialnumber: serialnumber.trim() }),
      }),
    onSuccess: onClose,
  })
  useConfirmLeave(unsent, 'Keputusan ini belum dikirim. Tinggalkan?')
  return (
    <FormDialog
      title={`${label} transaksi ${seen.id}`}
      size={420}
      form={{ formProps, busy }}
      submitLabel={label}
      cancelLabel="Tutup"
      danger={danger}
      onClose={onClose}
    >
      <Text size="sm">{beware}</Text>
      {act === 'succeed' && (
        <TextInput
          label="Serial number"
          description="Kosongkan bila produknya tanpa SN"
          maxLength={200}
          autoComplete="off"
          data-autofocus
          {...field('serialnumber')}
        />
      )}
      <TextInput
        label="Catatan"
        description="Dibaca pembeli, dan disimpan bersama nama Anda"
        maxLength={300}
        autoComplete="off"
        data-autofocus={act === 'succeed' ? undefined : true}
        {...field('description')}
      />
    </FormDialog>
  )
}
