/** What can be done with the open dashboard: buttons, menu and palette call the same. */
export type DashboardActions = {
  readonly onStar: () => void;
  readonly onPublish: () => void;
  readonly onRefresh: () => void;
  readonly onStopAll: () => void;
  /** A link to what is seen now, which stays as it is. */
  readonly onShare: () => void;
  /** A link to the dashboard as it opens, whatever is chosen here. */
  readonly onShareAsOpens: () => void;
  readonly onMail: () => void;
  readonly onPeople: () => void;
  readonly onDownload: () => void;
  readonly onFullscreen: () => void;
  readonly onAutoRefresh: () => void;
  readonly onTv: () => void;
  readonly onEdit: () => void;
  /** Everything off the page, as one step that undo takes back. */
  readonly onClear: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  /** What a save would write, in words. */
  readonly onChanges: () => void;
  readonly onCopy: () => void;
  readonly onProperties: () => void;
  readonly onFilters: () => void;
  /** Which filter reaches which chart. */
  readonly onFilterMapping: () => void;
  readonly onVersions: () => void;
  readonly onStyle: () => void;
  readonly onMetadata: () => void;
  readonly onCrossFilters: () => void;
  readonly onDelete: () => void;
};

/**
 * What a user may beyond the dashboard itself: copies need can_write, links can_share_dashboard. Guests of a page that
 * embeds it have no favorites.
 */
export type Rights = { readonly copy: boolean; readonly share: boolean; readonly star: boolean };
