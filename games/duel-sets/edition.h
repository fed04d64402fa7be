/* edition.h - 7 Wonders Duel a second time, with the published sets built in.
 *
 * The rules are the same files, games/duel. Built with DUEL_WITH_SETS their cities have
 * room for more wonders, their states for the parts of the sets, and their functions
 * have names of their own, so that one program holds both and the base game alone pays
 * nothing. Every file of this folder includes this one before anything else. */
#pragma once

#define DUEL_WITH_SETS 1

/* clang-format off */
#define board_duel               board_duel_sets
#define duel_ability_names       duels_ability_names
#define duel_action_at           duels_action_at
#define duel_action_index        duels_action_index
#define duel_apply               duels_apply
#define duel_ask_again           duels_ask_again
#define duel_begin               duels_begin
#define duel_build               duels_build
#define duel_build_wonder        duels_build_wonder
#define duel_card_at             duels_card_at
#define duel_card_price          duels_card_price
#define duel_card_price_on       duels_card_price_on
#define duel_check               duels_check
#define duel_check_depth         duels_check_depth
#define duel_check_frame         duels_check_frame
#define duel_check_stack         duels_check_stack
#define duel_chooser             duels_chooser
#define duel_count               duels_count
#define duel_count_most          duels_count_most
#define duel_cover               duels_cover
#define duel_determinize         duels_determinize
#define duel_discard_coins       duels_discard_coins
#define duel_draft_seat          duels_draft_seat
#define duel_end_by_points       duels_end_by_points
#define duel_execute             duels_execute
#define duel_face_down           duels_face_down
#define duel_fields              duels_fields
#define duel_frame_asks          duels_frame_asks
#define duel_fx_begin_age        duels_fx_begin_age
#define duel_fx_build_discarded  duels_fx_build_discarded
#define duel_fx_choose_progress  duels_fx_choose_progress
#define duel_fx_destroy          duels_fx_destroy
#define duel_fx_library          duels_fx_library
#define duel_fx_wonder_draft     duels_fx_wonder_draft
#define duel_gain                duels_gain
#define duel_game                duels_game
#define duel_idle                duels_idle
#define duel_lay                 duels_lay
#define duel_lay_age             duels_lay_age
#define duel_leaders             duels_leaders
#define duel_legal               duels_legal
#define duel_legal_mask          duels_legal_mask
#define duel_limit_wonders       duels_limit_wonders
#define duel_load                duels_load
#define duel_lose                duels_lose
#define duel_move_pawn           duels_move_pawn
#define duel_observe             duels_observe
#define duel_open                duels_open
#define duel_passed_loot         duels_passed_loot
#define duel_outlook             duels_outlook
#define duel_pay                 duels_pay
#define duel_phase_names         duels_phase_names
#define duel_powers              duels_powers
#define duel_push                duels_push
#define duel_read_loot           duels_read_loot
#define duel_read_slot_back      duels_read_slot_back
#define duel_read_slot_card      duels_read_slot_card
#define duel_read_structure      duels_read_structure
#define duel_redact              duels_redact
#define duel_reduce              duels_reduce
#define duel_resource_names      duels_resource_names
#define duel_roll                duels_roll
#define duel_run                 duels_run
#define duel_score               duels_score
#define duel_score_names         duels_score_names
#define duel_seen                duels_seen
#define duel_shape               duels_shape
#define duel_shields_of          duels_shields_of
#define duel_show_wonders        duels_show_wonders
#define duel_slot_fields         duels_slot_fields
#define duel_slot_of             duels_slot_of
#define duel_start_turn          duels_start_turn
#define duel_symbol_gained       duels_symbol_gained
#define duel_symbol_names        duels_symbol_names
#define duel_symbols             duels_symbols
#define duel_table               duels_table
#define duel_take_token          duels_take_token
#define duel_thing_else          duels_thing_else
#define duel_thing_id            duels_thing_id
#define duel_thing_names         duels_thing_names
#define duel_thing_say           duels_thing_say
#define duel_traits              duels_traits
#define duel_turn_mask           duels_turn_mask
#define duel_type_names          duels_type_names
#define duel_uncovered           duels_uncovered
#define duel_uncovered_of        duels_uncovered_of
#define duel_unseen              duels_unseen
#define duel_validate            duels_validate
#define duel_value               duels_value
#define duel_victory_names       duels_victory_names
#define duel_win                 duels_win
#define duel_wins_with           duels_wins_with
#define duel_wonder_price        duels_wonder_price
#define duel_wonder_price_on     duels_wonder_price_on
#define duel_write_cost          duels_write_cost
#define duel_write_score         duels_write_score
#define policy_duel              policy_duel_sets
#define duel_built_in_set        duels_built_in_set
#define duel_sets_of_file        duels_sets_of_file
#define duel_read_ages           duels_read_ages
#define duel_read_rules          duels_read_rules
#define duel_reveal              duels_reveal
#define duel_reach               duels_reach
/* clang-format on */
