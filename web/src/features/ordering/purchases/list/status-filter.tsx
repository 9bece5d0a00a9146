import { purchaseStateLabels } from '@lapak/contract/ordering/purchases'
import classes from '#features/ordering/purchases/list/status-filter.module.css'
import type { PurchaseFilters } from '#features/ordering/purchases/purchases.api.ts'
import { allChoice, ChoiceFilter } from '#ui/choice-filter.tsx'

type Status = PurchaseFilters['statustrx']

const choices = [allChoice('status'), ...Object.entries(purchaseStateLabels).map(([value, label]) => ({ value, label }))]

export const StatusFilter = ({ value, onChoose }: { value: Status; onChoose: (value: Status) => void }) => (
  <ChoiceFilter label="Status" className={classes.status} value={value} choices={choices} onChoose={onChoose} />
)
