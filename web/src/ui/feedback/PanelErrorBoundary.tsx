import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorCard } from './ErrorCard.tsx';

type PanelErrorBoundaryProps = {
  readonly children: ReactNode;
  /** A new value (other settings, another object) gives the panel a new try. */
  readonly resetKey?: unknown;
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
  readonly title?: string;
};

type State = { readonly error: unknown; readonly failed: boolean; readonly resetKey: unknown };

/** One per panel: what breaks takes its panel along and nothing else. A class, because React has no other way. */
export class PanelErrorBoundary extends Component<PanelErrorBoundaryProps, State> {
  override state: State = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(props: PanelErrorBoundaryProps, state: State): Partial<State> | null {
    return Object.is(props.resetKey, state.resetKey) ? null : { error: null, failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorCard
        error={this.state.error}
        onRetry={() => this.setState({ error: null, failed: false })}
        {...(this.props.title === undefined ? {} : { title: this.props.title })}
      />
    );
  }
}
