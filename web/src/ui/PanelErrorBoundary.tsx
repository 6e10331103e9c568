import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorCard } from './ErrorCard.tsx';

type PanelErrorBoundaryProps = {
  readonly children: ReactNode;
  /** A new value (other settings, another object) gives the panel a new try. */
  readonly resetKey?: unknown;
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
  readonly title?: string;
};

/** One per panel: what breaks takes its panel along and nothing else. A class, because React has no other way. */
export class PanelErrorBoundary extends Component<PanelErrorBoundaryProps, { readonly error: unknown; readonly failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override componentDidUpdate(before: PanelErrorBoundaryProps): void {
    if (this.state.failed && !Object.is(before.resetKey, this.props.resetKey)) this.setState({ error: null, failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <ErrorCard error={this.state.error} onRetry={() => this.setState({ error: null, failed: false })} {...(this.props.title === undefined ? {} : { title: this.props.title })} />;
  }
}
