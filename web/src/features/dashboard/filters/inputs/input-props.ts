import type { ExtraFormData } from '@tessera/core/filters/data-mask';
import type { FilterMask, NativeFilter } from '@tessera/core/native-filters/definition';
import type { RawForm } from '@tessera/core/form-data';

/** A filter that a reader sets: in the bar, or its author for a start. */
export type FilterInputProps = {
  readonly filter: NativeFilter;
  /** Filter state of its mask. */
  readonly state: RawForm;
  /** What filters above it let through. */
  readonly limits: ExtraFormData;
  readonly dashboardId: number;
  readonly onChange: (mask: FilterMask) => void;
  /** What is missing, or wrong. */
  readonly error?: string | null;
  /** Where its name stands already. */
  readonly hideLabel?: boolean;
};
